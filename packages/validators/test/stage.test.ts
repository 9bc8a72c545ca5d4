import { expect, test } from 'vitest'
import { pipelineStages, type StageFacts, stageAt, stageRules } from '../src/index.ts'

const DAY = '2026-09-30'
const AFTER = '2026-10-01'

const dated = (buildStatus: string, dates: StageFacts = {}): StageFacts => ({ buildStatus, ...dates })

test.each<[why: string, project: StageFacts, stage: string]>([
  ['nothing is known of it', {}, 'planned'],
  ['it is planned', dated('1'), 'planned'],
  ['a planned project has a filing date all the same', dated('1', { recordDate: '2026-01-01' }), 'planned'],
  ['it was filed on the day', dated('2', { recordDate: DAY }), 'filed'],
  ['it was filed the day after', dated('2', { recordDate: AFTER }), 'planned'],
  ['it is filed, without a date', dated('2'), 'filed'],
  ['building began on the day', dated('3', { recordDate: '2026-01-01', startDate: DAY }), 'building'],
  ['building began the day after', dated('3', { recordDate: '2026-01-01', startDate: AFTER }), 'filed'],
  ['both came later', dated('3', { recordDate: AFTER, startDate: AFTER }), 'planned'],
  [
    'it was commissioned on the day',
    dated('4', { startDate: '2025-01-01', commissionDate: DAY }),
    'operating',
  ],
  ['it was commissioned later', dated('4', { startDate: '2025-01-01', commissionDate: AFTER }), 'building'],
  ['it operates, without any date', dated('4'), 'operating'],
  ['it stopped on the day', dated('5', { commissionDate: '2024-01-01', stopDate: DAY }), 'stopped'],
  ['it stopped later', dated('5', { commissionDate: '2024-01-01', stopDate: AFTER }), 'operating'],
  ['it retired on the day', dated('6', { commissionDate: '2020-01-01', retireDate: DAY }), 'retired'],
  ['it retired later', dated('6', { commissionDate: '2020-01-01', retireDate: AFTER }), 'operating'],
  ['it was given up on the day', dated('7', { recordDate: '2026-01-01', terminateDate: DAY }), 'terminated'],
  [
    'it was given up later, after building had begun',
    dated('7', { startDate: '2026-03-01', terminateDate: AFTER }),
    'building',
  ],
  [
    'it was given up later, before building began',
    dated('7', { recordDate: '2026-01-01', startDate: AFTER, terminateDate: AFTER }),
    'filed',
  ],
])('tells the stage when %s', (_why, project, stage) => {
  expect(stageAt(project, DAY)).toBe(stage)
})

test('no project goes back to an earlier stage of its building as days pass', () => {
  const order = ['planned', 'filed', 'building', 'operating', 'stopped', 'retired']
  const project = dated('6', {
    ...{ recordDate: '2020-02-01', startDate: '2020-06-01', commissionDate: '2021-01-01' },
    ...{ stopDate: '2025-01-01', retireDate: '2026-01-01' },
  })
  const days = ['2020-01-01', '2020-02-01', '2020-06-01', '2021-01-01', '2025-06-01', '2026-01-01']
  expect(days.map((day) => order.indexOf(stageAt(project, day)))).toEqual([0, 1, 2, 3, 3, 5])
})

test('every stage but the first has one rule', () => {
  expect(stageRules.map(({ stage }) => stage).toSorted()).toEqual(pipelineStages.slice(1).toSorted())
})
