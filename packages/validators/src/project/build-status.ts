import { BuildStatus } from '../codes.ts'

const MOVES: Readonly<Record<string, readonly string[]>> = {
  [BuildStatus.planned]: [BuildStatus.filed, BuildStatus.terminated],
  [BuildStatus.filed]: [BuildStatus.building, BuildStatus.terminated],
  [BuildStatus.building]: [BuildStatus.operating, BuildStatus.terminated],
  [BuildStatus.operating]: [BuildStatus.stopped],
  [BuildStatus.stopped]: [BuildStatus.operating, BuildStatus.retired],
}

/** Whether a project's construction status may change from one value to the other. */
export function isBuildStatusMove(from: string, to: string): boolean {
  if (from === to) return true
  return MOVES[from]?.includes(to) ?? false
}
