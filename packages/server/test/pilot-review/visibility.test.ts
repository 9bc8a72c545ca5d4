import { DemoStatus } from '@xinchu/contract/codes'
import { expect, test } from 'vitest'
import { STAGES, stageOf } from '../../src/domain/pilot-project/stages.ts'
import { FACTS, VIEWERS, visible } from '../../src/domain/pilot-project/visibility.ts'
import { expectedSights } from '../support/visibility-matrix.ts'

const CELLS = FACTS.flatMap((fact) => VIEWERS.map((viewer) => [fact, viewer] as const))

test.each(CELLS)('%s is shown to %s in exactly the stages of the table', (fact, viewer) => {
  expect(STAGES.map((stage) => visible(stage, viewer, fact))).toEqual(expectedSights(fact, viewer))
})

test('nobody but its expert sees anything of a sheet while its review is sealed', () => {
  for (const viewer of VIEWERS) {
    for (const fact of FACTS.filter(
      (each) => each.startsWith('EXCELLENCE_') || each === 'RANK' || each === 'BIAS',
    ))
      expect(['NOTHING', 'OWN']).toContain(visible('EXCELLENCE_SEALED', viewer, fact))
    for (const fact of FACTS.filter((each) => each.startsWith('PRIMARY_') || each === 'RESULT'))
      expect(['NOTHING', 'OWN']).toContain(visible('PRIMARY_SEALED', viewer, fact))
  }
})

const SEALED = { isPrimaryOpen: false, isExcellenceOpen: false, isPublished: false, isAnnounced: false }

test('a result that is stored before the opening does not change the stage', () => {
  const { inPrimaryReview, primaryPassed, primaryFailed } = DemoStatus
  for (const status of [inPrimaryReview, primaryPassed, primaryFailed]) {
    expect(stageOf(status, SEALED)).toBe('PRIMARY_SEALED')
    expect(stageOf(status, { ...SEALED, isPrimaryOpen: true })).toBe('PRIMARY_OPEN')
  }
  const { inExcellentReview, shortlisted, notSelected } = DemoStatus
  for (const status of [inExcellentReview, shortlisted, notSelected]) {
    expect(stageOf(status, { ...SEALED, isPrimaryOpen: true })).toBe('EXCELLENCE_SEALED')
    expect(stageOf(status, { ...SEALED, isPrimaryOpen: true, isExcellenceOpen: true })).toBe(
      'EXCELLENCE_OPEN',
    )
  }
})

test('with the opening of the excellence review that of projects that failed before is over, too', () => {
  const opened = { ...SEALED, isPrimaryOpen: true, isExcellenceOpen: true }
  expect(stageOf(DemoStatus.primaryFailed, opened)).toBe('EXCELLENCE_OPEN')
  for (const fact of ['PRIMARY_OPINIONS', 'PRIMARY_SHEETS', 'FEEDBACK', 'CONCLUSIONS'] as const) {
    expect(visible('EXCELLENCE_OPEN', 'NATION_READER', fact)).toBe(visible('EXCELLENCE_OPEN', 'NATION', fact))
    expect(visible('EXCELLENCE_OPEN', 'APPLICANT', fact)).toBe('NOTHING')
  }
})

test('with the publicity all who were reviewed learn their result at once', () => {
  const published = { isPrimaryOpen: true, isExcellenceOpen: true, isPublished: true, isAnnounced: false }
  const { primaryPassed, primaryFailed, shortlisted, notSelected } = DemoStatus
  for (const status of [primaryPassed, primaryFailed, shortlisted, notSelected])
    expect(stageOf(status, published)).toBe('PUBLICITY')
})

test('the announcement ends the review of all projects of its batch, and of no others', () => {
  const announced = { isPrimaryOpen: true, isExcellenceOpen: true, isPublished: true, isAnnounced: true }
  const { draft, atRecommender, accepted, primaryFailed, notSelected, announced: selected } = DemoStatus
  const stages = [draft, atRecommender, accepted, primaryFailed, notSelected, selected].map((status) =>
    stageOf(status, announced),
  )
  expect(stages).toEqual(['DRAFTING', 'RECOMMENDING', 'FORMAL_CHECK', 'ANNOUNCED', 'ANNOUNCED', 'ANNOUNCED'])
})
