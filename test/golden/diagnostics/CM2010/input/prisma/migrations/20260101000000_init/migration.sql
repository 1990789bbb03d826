CREATE TABLE "notes_example_com_notes" ("id" INTEGER NOT NULL PRIMARY KEY);
