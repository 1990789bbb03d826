// Edited since: cmgen wrote something else here.
