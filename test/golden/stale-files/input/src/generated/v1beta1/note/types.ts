// What cmgen wrote when notes were v1beta1.
export interface NoteSpec {
  text: string;
}
