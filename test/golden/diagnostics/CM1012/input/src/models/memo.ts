export interface Memo {
  text string;
}
