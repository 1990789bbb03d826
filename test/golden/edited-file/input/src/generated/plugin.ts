// Written by hand where the plugin belongs.
