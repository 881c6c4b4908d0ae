"""The desks: a blueprint for each chapter of pages, and the JSON API. Pages ask queries and perform actions."""
