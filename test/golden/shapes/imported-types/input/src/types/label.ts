export interface Label {
  text: string;
}
