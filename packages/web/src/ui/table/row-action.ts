/** An action in the menu of a row. */
export interface RowAction {
  label: string
  isDanger?: boolean
  onSelect: () => void
}
