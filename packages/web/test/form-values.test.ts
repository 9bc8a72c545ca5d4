import { fields } from '@xinchu/contract/fields'
import { expect, test } from 'vitest'
import { isShown, projectRows, projectSpecs, projectValues } from '../src/features/es-project/form-model.ts'
import { draftOf, isSame, valuesOf } from '../src/ui/form/values.ts'

const project = {
  projectName: '甲',
  provinceCode: '640000',
  ratedPower: 100.5,
  isEchelonUse: false,
  functionTypes: ['1', '3'],
  ownerGroupId: 4,
  planGridDate: '2027-12-01',
  hybridDetail: [
    { techType: '01', ratedPower: 60.5, ratedEnergy: 121 },
    { techType: '02', ratedPower: 40, ratedEnergy: 80 },
  ],
}

test('a project survives the way into the form and back', () => {
  expect(draftOf(projectSpecs, valuesOf(projectSpecs, project, projectRows), projectRows)).toEqual(project)
})

test('what was emptied in the form is not sent', () => {
  expect(draftOf(projectSpecs, { projectName: '甲', remark: '', functionTypes: [] })).toEqual({
    projectName: '甲',
  })
})

test('attached files are sent by their keys', () => {
  const attachments = [
    { id: 7, fileName: '备案证.pdf', ext: 'pdf', size: 9, bizType: 'PROJECT_RECORD' as const },
  ]
  const stored = { attachments } as Parameters<typeof projectValues>[0]
  expect(draftOf(projectSpecs, projectValues(stored))).toEqual({ attachmentIds: [7] })
})

test('roles chosen by their keys are sent as numbers', () => {
  expect(draftOf(fields.UserDraft, { roleIds: ['11', '27'] })).toEqual({ roleIds: [11, 27] })
})

test.each([
  ['an emptied field and an absent one', { remark: '' }, {}, true],
  ['an emptied list and an absent one', { functionTypes: [] }, {}, true],
  ['another name', { projectName: '甲' }, { projectName: '乙' }, false],
  ['a list in another order', { functionTypes: ['1', '3'] }, { functionTypes: ['3', '1'] }, false],
])('%s', (_what, left, right, expected) => {
  expect(isSame(projectSpecs, left, right)).toBe(expected)
})

test.each([
  ['the parts of a plant of one technology', 'hybridDetail', { techType: '01' }, false],
  ['the parts of a hybrid plant', 'hybridDetail', { techType: '90' }, true],
  ['the day of stopping while it runs', 'stopDate', { buildStatus: '4' }, false],
  [
    'a day of stopping that was filled in before',
    'stopDate',
    { buildStatus: '4', stopDate: '2026-01-01' },
    true,
  ],
  ['the name', 'projectName', {}, true],
])('whether the form shows %s', (_what, name, values, expected) => {
  expect(isShown(name, values)).toBe(expected)
})
