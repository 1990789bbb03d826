-- CreateIndex
CREATE INDEX "cmgen_history_group_plural_id_idx" ON "cmgen_history"("group", "plural", "id");
