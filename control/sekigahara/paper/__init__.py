"""What fills the papers of the campaign."""
