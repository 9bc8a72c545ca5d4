// 1 planned, 2 on record, 3 under construction, 4 in operation, 5 stopped, 6 retired, 7 terminated.
const MOVES: Readonly<Record<string, readonly string[]>> = {
  '1': ['2', '7'],
  '2': ['3', '7'],
  '3': ['4', '7'],
  '4': ['5'],
  '5': ['4', '6'],
  '6': [],
  '7': [],
}

/** Whether a project's construction status may change from one value to the other. */
export function isBuildStatusMove(from: string, to: string): boolean {
  if (from === to) return true
  return MOVES[from]?.includes(to) ?? false
}
