"""One small file a construct: functions, and ARGUMENTS with the argument sets each is called with."""
