import type { DemoProjectDetail } from '@xinchu/sdk'
import { expect, test } from 'vitest'
import { COVER, contentOf, pilotValues, unsavedParts } from '../src/features/pilot-project/apply/model.ts'

const picture = (id: number) => ({
  id,
  fileName: '效果图.png',
  ext: 'png',
  size: 1_024,
  bizType: 'DEMO_COVER' as const,
})

// The parts of a stored application that the form reads; the rest of a detail does not matter here.
const stored = {
  projectName: '盐池县独立储能示范',
  attachments: [],
  brief: { summary: '构网型储能示范', coverFile: picture(7), coverFileId: 7 },
} as unknown as DemoProjectDetail

test('the picture of the brief is sent with it, and its removal too', () => {
  const values = pilotValues(stored)
  expect(contentOf('BRIEF', values)).toMatchObject({ summary: '构网型储能示范', coverFileId: 7 })
  expect(contentOf('BRIEF', { ...values, [COVER]: [] })).not.toHaveProperty('coverFileId')
})

test('another picture makes the brief unsaved, and nothing else', () => {
  const values = pilotValues(stored)
  expect(unsavedParts(values, values)).toEqual([])
  expect(unsavedParts({ ...values, [COVER]: [picture(8)] }, values)).toEqual(['BRIEF'])
})
