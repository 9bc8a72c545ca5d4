import { readFile, writeFile } from 'node:fs/promises'
import type { ImportPlan } from '@xinchu/sdk'
import { STDIN } from './import-source.ts'
import type { Io } from './io.ts'
import { readAll } from './prompt.ts'

const FORMAT = 'xinchu-plan/1'

/** A plan as a file. */
export interface Plan extends ImportPlan {
  format: typeof FORMAT
  server: string
  workbook: string
}

export const planFile = (plan: ImportPlan, about: Pick<Plan, 'server' | 'workbook'>): Plan => ({
  format: FORMAT,
  ...about,
  ...plan,
})

/**
 * Writes a plan. It holds contact data, so that only its owner may read it.
 * @throws EEXIST if the file exists and may not be replaced
 */
export async function writePlan(path: string, plan: Plan, force = false): Promise<void> {
  await writeFile(path, `${JSON.stringify(plan)}\n`, { mode: 0o600, flag: force ? 'w' : 'wx' })
}

const isPlan = (value: unknown): value is Plan =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** Reads a plan from a file, or from the standard input. @throws Error for anything else */
export async function readPlan(io: Io, path: string): Promise<Plan> {
  const text = path === STDIN ? await readAll(io) : await readFile(path, 'utf8')
  const value: unknown = await Promise.resolve(text)
    .then(JSON.parse)
    .catch(() => undefined)
  if (!isPlan(value)) throw new Error(`${path === STDIN ? '标准输入' : path} 不是 xinchu plan 生成的计划`)
  // A plan of an earlier release knows no questions.
  return { ...value, counts: Object.assign({ asked: 0 }, value.counts) }
}
