"""The worker: Celery's app, its rounds and short tasks that call a verb each; it keeps no truth of its own."""
