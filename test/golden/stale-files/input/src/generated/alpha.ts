// What cmgen wrote when there was an alpha.
