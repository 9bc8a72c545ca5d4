import { readFile, writeFile } from 'node:fs/promises'
import type { PlanAction, PlannedRow } from '@xinchu/sdk'

const FORMAT = 'xinchu-plan/1'

export interface Plan {
  format: typeof FORMAT
  id: string
  server: string
  workbook: string
  /** When it was planned, ISO 8601. */
  time: string
  /** Fields taken although a person has corrected them; `*` for all. */
  forceFields?: string[]
  /** Whether empty cells clear what a draft has. */
  clearBlank?: true
  counts: Record<PlanAction, number>
  rows: PlannedRow[]
}

export function planOf(
  rows: PlannedRow[],
  about: Pick<Plan, 'server' | 'workbook' | 'forceFields' | 'clearBlank'>,
): Plan {
  const counts: Plan['counts'] = { new: 0, changed: 0, same: 0, refused: 0, repeat: 0 }
  for (const { action } of rows) counts[action] += 1
  const [id, time] = [crypto.randomUUID(), new Date().toISOString()]
  return { format: FORMAT, id, ...about, time, counts, rows }
}

/**
 * Writes a plan. It holds contact data, so that only its owner may read it.
 * @throws EEXIST if the file exists and may not be replaced
 */
export async function writePlan(path: string, plan: Plan, force = false): Promise<void> {
  await writeFile(path, `${JSON.stringify(plan)}\n`, { mode: 0o600, flag: force ? 'w' : 'wx' })
}

const isPlan = (value: unknown): value is Plan =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** Reads a plan. @throws Error for another file */
export async function readPlan(path: string): Promise<Plan> {
  const text = await readFile(path, 'utf8')
  const value: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)
  if (!isPlan(value)) throw new Error(`${path} 不是 xinchu plan 生成的计划`)
  return value
}
