import { ReportStatus } from '@xinchu/contract/codes'
import type { DueItem, GeneralItem } from '@xinchu/sdk'
import { describe, expect, test } from 'vitest'
import type { SheetRemark } from '../src/features/periodic/sheet-remarks.ts'
import {
  isReason,
  isUnchanged,
  openWarnings,
  planSubmission,
  remarksOf,
  warningKey,
} from '../src/features/periodic/usage-submission.ts'
import type { UsageLine } from '../src/features/periodic/use-usage-sheet.ts'
import type { RemarkState } from '../src/ui/review/remark-model.ts'

const PERIOD = { year: 2026, quarter: 3 } as const

const GOOD = {
  runStatus: '1',
  chargeEnergy: '100',
  dischargeEnergy: '90',
  chargeTimes: '10',
  dischargeTimes: '10',
  runHours: '500',
  plannedOutageTimes: '0',
  plannedOutageHours: '0',
  unplannedOutageTimes: '0',
  unplannedOutageHours: '0',
  safetyEvents: '0',
}

const returned: GeneralItem = {
  id: 70,
  version: 3,
  itemType: 'USAGE',
  status: ReportStatus.returned,
  statusLabel: '已退回',
  updateTime: '2026-10-20 10:00:00',
  changedFields: [],
  flow: {
    status: ReportStatus.returned,
    statusLabel: '已退回',
    actions: ['SAVE', 'SUBMIT'],
    history: [
      {
        time: '2026-10-20 10:00:00',
        orgName: '宁夏能源局',
        userName: '马处',
        deptId: 3,
        action: 'RETURN',
        toStatus: ReportStatus.returned,
      },
    ],
  },
}

/** A remark on the hours of operation. */
const asked = (state: RemarkState): SheetRemark => ({
  item: {
    no: 1,
    place: { name: 'runHours' },
    remark: {
      id: 71,
      entity: 'USAGE',
      entityId: 70,
      entityName: '盐池县一号',
      field: 'runHours',
      fieldLabel: '运行小时',
      text: '请核对',
      origin: 'PERSON',
      level: 3,
      status: '0',
      statusLabel: '待答复',
      raisedBy: '宁夏能源局 马处',
      raisedAt: '2026-10-20 10:00:00',
      submissionNo: 1,
      notes: [],
      closable: false,
      answerable: true,
    },
  },
  state,
})

function lineOf(change: Partial<UsageLine> & { item?: GeneralItem } = {}): UsageLine {
  const { item, ...rest } = change
  const due: DueItem = {
    itemType: 'USAGE',
    editable: true,
    projectId: 7,
    projectName: '盐池县一号',
    ratedPower: 100,
    ratedEnergy: 200,
    commissionDate: '2024-01-01',
    ...(item ? { item } : {}),
  }
  return {
    due,
    id: 7,
    stored: GOOD,
    typed: GOOD,
    edit: undefined,
    conflicts: [],
    isSavable: false,
    isFilled: true,
    isOpen: true,
    closedFor: undefined,
    issues: [],
    remarks: [],
    derived: {},
    ...rest,
  }
}

describe('the plan of a submission', () => {
  test.each<[string, UsageLine, 'ready' | 'unchanged' | 'staying', string?]>([
    ['sends a complete row', lineOf(), 'ready'],
    ['asks for a returned row without a change', lineOf({ item: returned }), 'unchanged'],
    [
      'sends a returned row that was changed since',
      lineOf({ item: { ...returned, changedFields: ['runHours'] } }),
      'ready',
    ],
    [
      'asks for a returned row that was changed and changed back',
      lineOf({ item: { ...returned, updateTime: '2026-10-21 09:00:00' } }),
      'unchanged',
    ],
    [
      'keeps a row with an open remark on a field, and names it',
      lineOf({ item: returned, remarks: [asked('open')] }),
      'staying',
      '意见 1 处待处理：运行小时',
    ],
    ['sends a row whose remark was answered', lineOf({ remarks: [asked('answered')] }), 'ready'],
    ['keeps an empty row', lineOf({ isFilled: false, typed: {} }), 'staying', '未填报'],
    [
      'keeps a row with an error, and names it',
      lineOf({ typed: { ...GOOD, safetyEvents: '' } }),
      'staying',
      '安全事件数：值不能为空',
    ],
    [
      'keeps a row that another device changed',
      lineOf({ conflicts: [{ name: 'remark', mine: '', theirs: '甲', isMine: false }] }),
      'staying',
      '另一设备也改了，请先看差异',
    ],
    [
      'keeps a row that is closed, with its state',
      lineOf({ isOpen: false, closedFor: '已提交，不可修改', item: { ...returned, statusLabel: '已提交' } }),
      'staying',
      '已提交',
    ],
  ])('%s', (_title, line, part, reason) => {
    const plan = planSubmission([line], PERIOD)
    expect({
      ready: plan.ready.length,
      unchanged: plan.unchanged.length,
      staying: plan.staying.map((each) => each.reason),
    }).toEqual({
      ready: part === 'ready' ? 1 : 0,
      unchanged: part === 'unchanged' ? 1 : 0,
      staying: part === 'staying' ? [reason] : [],
    })
  })

  test('counts a row as changed while its input is not saved yet', () => {
    const edit = { typed: GOOD, base: GOOD, version: 3 }
    expect(isUnchanged(lineOf({ item: returned, edit }))).toBe(false)
  })
})

describe('the texts of a submission', () => {
  const warning = { field: 'runHours', message: '运行小时高于上季', level: 'warning', code: 'U-011' } as const
  const line = lineOf({ item: returned, issues: [warning] })

  test('a warning stays open until it has a reason', () => {
    const key = warningKey(line, warning)
    expect(openWarnings([line], {})).toEqual([key])
    expect(openWarnings([line], { [key]: ' ' })).toEqual([key])
    expect(openWarnings([line], { [key]: '检修' })).toEqual([])
  })

  test.each([
    ['九个字的理由不够长', false],
    ['已与电网调度核对，数据无误', true],
    ['          ', false],
    [undefined, false],
  ])('%s is a reason: %s', (text, expected) => {
    expect(isReason(text)).toBe(expected)
  })

  test('goes with the row as its answer and the reasons of its warnings', () => {
    const reasons = { 7: '已与电网调度核对，数据无误', [warningKey(line, warning)]: '检修' }
    expect(remarksOf([line], reasons)).toEqual({
      7: {
        answer: '已与电网调度核对，数据无误',
        warningReasons: [{ id: 70, field: 'runHours', code: 'U-011', reason: '检修' }],
      },
    })
  })
})
