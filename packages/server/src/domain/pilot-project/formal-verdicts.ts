import type { components } from '@xinchu/contract/schema'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Row } from '../../db/schema.ts'
import { reply } from '../reply.ts'
import { gapsOf, materialsOf } from './completeness.ts'
import type { PilotRefusal } from './flow-request.ts'
import { FORMAL_POINTS, type FormalPoint } from './formal-points.ts'
import type { PilotRecord } from './query.ts'

type Judged = components['schemas']['FormalPoint']
type Stored = Row<'demo_formal_check'>

/** The points of projects with their verdicts, by project: the system's computed, those of persons as stored. */
export async function formalPoints(db: Db, rows: readonly PilotRecord[]): Promise<Map<number, Judged[]>> {
  const ids = rows.map(({ id }) => id)
  const materials = await materialsOf(db, ids)
  const { rows: stored } = await sql<Stored>`
    select * from demo_formal_check where project_id = any(${ids}::bigint[])`.execute(db)
  return new Map(
    rows.map((row) => {
      const own = materials.get(row.id)
      const broken = own ? gapsOf(row, own) : []
      const judged = (point: FormalPoint): Judged => {
        const found = stored.find(
          ({ project_id, point: code }) => project_id === row.id && code === point.code,
        )
        const fault = broken.find(({ code }) => point.rules?.some((rule) => rule === code))
        return reply<Judged>({
          code: point.code,
          text: point.text,
          part: point.part,
          judgedBy: point.rules ? 'SYSTEM' : 'PERSON',
          ruleCode: point.rules?.[0],
          verdict: point.rules ? (fault ? 'NOT_MET' : 'MET') : found?.verdict,
          reason: point.rules ? fault && `${fault.label}：${fault.message}` : found?.text,
          judgedByName: point.rules ? undefined : found?.judged_by,
          judgedAt: point.rules ? undefined : found?.judged_at,
        })
      }
      return [row.id, FORMAL_POINTS.map(judged)]
    }),
  )
}

/** Refusals of accepting projects with points that are not judged or not met. */
export async function formalRefusals(
  db: Db,
  rows: readonly PilotRecord[],
): Promise<Map<number, PilotRefusal>> {
  const points = await formalPoints(db, rows)
  return new Map(
    [...points].flatMap(([id, own]) => {
      const open = own.filter(({ verdict }) => verdict === undefined)
      const unmet = own.filter(({ verdict }) => verdict === 'NOT_MET')
      if (open.length + unmet.length === 0) return []
      const words = [
        ...(open.length > 0 ? [`${open.map(({ code }) => code).join('、')} 未判定`] : []),
        ...(unmet.length > 0 ? [`${unmet.map(({ code }) => code).join('、')} 不符合`] : []),
      ]
      return [[id, { code: 'M-019', message: `形式审查未完成：${words.join('，')}` }] as const]
    }),
  )
}
