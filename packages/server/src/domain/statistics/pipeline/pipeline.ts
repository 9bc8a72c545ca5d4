import type { components } from '@xinchu/contract/schema'
import { type PipelineStage, pipelineStages, roundTo } from '@xinchu/validators'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../caller.ts'
import type { StatFilter } from '../filter.ts'
import type { StatSource } from '../source.ts'
import { type Known, knownOf, spanOf } from './period.ts'
import { type FlowRow, flowRows, stockRows, type TimeRow, timeRows } from './rows.ts'
import { delayOf, overdueOf, spansOf } from './times.ts'

type Schemas = components['schemas']
type Pipeline = Schemas['Pipeline']
type Amount = Schemas['PipelineAmount']

export interface PipelineRequest extends StatFilter, StatSource {}

/** A move between two stages, over all provinces. */
type Flow = Omit<FlowRow, 'province_code'>

/** Decimals of power and energy. */
const DECIMALS = 4

const keyOf = ({ from_stage, to_stage }: Flow) => `${from_stage ?? ''}>${to_stage ?? ''}`

function added(rows: readonly FlowRow[]): Flow[] {
  const flows = new Map<string, Flow>()
  for (const { province_code: _, ...row } of rows) {
    const sum = flows.get(keyOf(row))
    if (!sum) flows.set(keyOf(row), row)
    else
      flows.set(keyOf(row), {
        ...row,
        count: sum.count + row.count,
        power: sum.power + row.power,
        energy: sum.energy + row.energy,
        power_before: sum.power_before + row.power_before,
        energy_before: sum.energy_before + row.energy_before,
        late: sum.late + row.late,
      })
  }
  return [...flows.values()]
}

const total = (flows: readonly Flow[], of: 'count' | 'power' | 'energy' | 'power_before' | 'energy_before') =>
  roundTo(
    flows.reduce((sum, flow) => sum + flow[of], 0),
    DECIMALS,
  )

const atEnd = (flows: readonly Flow[]): Amount => ({
  projectCount: total(flows, 'count'),
  ratedPower: total(flows, 'power'),
  ratedEnergy: total(flows, 'energy'),
})

const atStart = (flows: readonly Flow[]): Amount => ({
  projectCount: total(flows, 'count'),
  ratedPower: total(flows, 'power_before'),
  ratedEnergy: total(flows, 'energy_before'),
})

/** Corrections of power (MW) and energy (MWh) of projects that stayed in their stage. Their number does not change. */
function corrected(flows: readonly Flow[]): Amount {
  const [end, start] = [atEnd(flows), atStart(flows)]
  return {
    projectCount: 0,
    ratedPower: roundTo(end.ratedPower - start.ratedPower, DECIMALS),
    ratedEnergy: roundTo(end.ratedEnergy - start.ratedEnergy, DECIMALS),
  }
}

function stockOf(stage: PipelineStage, flows: readonly Flow[], known: Known): Schemas['PipelineStock'] {
  const here = flows.filter((flow) => flow.to_stage === stage)
  const stock = { stage, ...atEnd(here) }
  if (known !== 'all') return stock
  const there = flows.filter((flow) => flow.from_stage === stage)
  return {
    ...stock,
    opening: atStart(there),
    entered: atEnd(here.filter((flow) => flow.from_stage !== stage)),
    left: atStart(there.filter((flow) => flow.to_stage !== stage)),
    corrected: corrected(here.filter((flow) => flow.from_stage === stage)),
  }
}

const orderOf = (stage: PipelineStage | null) => (stage === null ? -1 : pipelineStages.indexOf(stage))

const flowOf = (flow: Flow): Schemas['PipelineFlow'] => ({
  ...(flow.from_stage ? { from: flow.from_stage } : {}),
  ...(flow.to_stage ? { to: flow.to_stage } : {}),
  ...(flow.to_stage ? atEnd([flow]) : atStart([flow])),
  ...(flow.late > 0 ? { lateCount: flow.late } : {}),
})

const flowsOf = (flows: readonly Flow[]) =>
  flows
    .toSorted(
      (a, b) => orderOf(a.from_stage) - orderOf(b.from_stage) || orderOf(a.to_stage) - orderOf(b.to_stage),
    )
    .map(flowOf)

const timesOf = (rows: readonly TimeRow[]): Pick<Pipeline, 'spans' | 'delay' | 'overdue'> => ({
  spans: spansOf(rows),
  delay: delayOf(rows),
  overdue: overdueOf(rows),
})

/**
 * Returns the stages of projects at the end of a period, what moved between them since the period before, how long projects
 * took and how late they are, in at most three queries.
 * @param today yyyy-MM-dd
 */
export async function pipeline(
  db: Db,
  request: PipelineRequest,
  user: Caller,
  today: string,
): Promise<Pipeline> {
  const { side, year, quarter, edition, ...filter } = request
  const source = { side, year, quarter, edition }
  const span = spanOf(source, today)
  const asked = { filter, user, span }
  const known = await knownOf(db, source)
  const [rows, times] = await Promise.all([
    known === 'all' ? flowRows(db, asked) : stockRows(db, asked),
    known === 'operating' ? undefined : timeRows(db, asked),
  ])
  const flows = added(rows)
  const shown = known === 'operating' ? (['operating'] as const) : pipelineStages
  return {
    ...{ day: span.day, previousDay: span.previousDay, isBackcast: known === 'operating' },
    stages: shown.map((stage) => stockOf(stage, flows, known)),
    ...(known === 'all' ? { flows: flowsOf(flows) } : {}),
    ...(times ? timesOf(times) : {}),
  }
}
