"""What an army does without marching: it splits, joins another, goes into a place, hands over its command."""
