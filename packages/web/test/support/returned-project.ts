import { DeclareStatus } from '@xinchu/contract/codes'
import { example, type ReplyOf } from '@xinchu/testing'
import { on } from './network.ts'

type Project = ReplyOf<'getEsProject'>
type ReviewRecord = ReplyOf<'getReviewRecord'>
type Remark = ReviewRecord['remarks'][number]

const RAISED = { raisedBy: '盐池县能源主管部门 王科', raisedAt: '2026-11-22 10:41:00' }

/** A remark of the county that waits for its author. */
export function openRemark(id: number, changes: Partial<Remark> = {}): Remark {
  return {
    id,
    entity: 'PROJECT',
    entityId: RETURNED.id,
    entityName: RETURNED.projectName,
    fieldLabel: '整件',
    text: '请核对',
    origin: 'PERSON',
    level: 5,
    status: '0',
    statusLabel: '待答复',
    ...RAISED,
    submissionNo: 1,
    notes: [],
    closable: false,
    answerable: true,
    ...changes,
  }
}

/** A complete project that the county returned. */
export const RETURNED: Project = {
  ownerGroupId: 1,
  ...example('getEsProject'),
  address: '花马池镇储能产业园',
  buildStatus: '1',
  projectType: '1',
  longitude: 107.4057,
  latitude: 37.8,
  companyName: '盐池一号储能有限公司',
  creditCode: '91640323MA0000001C',
  ownerType: '3',
  contactName: '李明',
  contactPhone: '13800138000',
  techType: '01',
  techSubType: '0101',
  isEchelonUse: false,
  appScenario: '2',
  appSubScenario: '21',
  functionTypes: ['1'],
  gridVoltage: '110',
  gridOperator: '1',
  totalInvestment: 23_400,
  planGridDate: '2027-12-01',
  declareStatus: DeclareStatus.returnedByCounty,
  declareStatusLabel: '县级退回',
  editable: true,
  flow: {
    status: DeclareStatus.returnedByCounty,
    statusLabel: '县级退回',
    actions: ['SUBMIT'],
    history: [
      {
        time: RAISED.raisedAt,
        userName: '王科',
        orgName: '盐池县能源主管部门',
        deptId: 5,
        action: 'RETURN',
        toStatus: DeclareStatus.returnedByCounty,
        opinion: '建设规模与备案证不一致，请核对后重新提交。',
      },
    ],
  },
}

export const ON_POWER = openRemark(1, {
  field: 'ratedPower',
  fieldLabel: '额定功率',
  value: '100 MW',
  text: '备案证为 90 MW，请核对。',
})
export const ON_ENERGY = openRemark(2, {
  field: 'ratedEnergy',
  fieldLabel: '额定能量',
  value: '200 MWh',
  text: '备案证为 180 MWh，请核对。',
})
export const ON_INVESTMENT = openRemark(3, {
  field: 'totalInvestment',
  fieldLabel: '总投资',
  value: '23,400 万元',
  text: '较上次增加 18.2%，请附概算批复。',
})

/** The platform's reply for the review of the returned project. */
export const reviewOf = (remarks: readonly Remark[], changes: Partial<ReviewRecord> = {}): ReviewRecord => ({
  ...example('getReviewRecord'),
  submissions: [{ no: 1, time: '2026-11-10 09:24:00', orgName: '盐池一号储能有限公司', userName: '李工' }],
  goals: [
    {
      action: 'SUBMIT',
      target: 'province',
      text: '提交后送盐池县能源主管部门',
      office: '盐池县能源主管部门',
    },
  ],
  warnings: [],
  remarks: [...remarks],
  returned: {
    time: RAISED.raisedAt,
    orgName: '盐池县能源主管部门',
    userName: '王科',
    opinion: '建设规模与备案证不一致，请核对后重新提交。',
    dueDate: '2099-11-29',
  },
  ...changes,
})

/** Serves the returned project with these remarks, and what its form asks for. */
export function serveReturned(remarks: readonly Remark[], project: Project = RETURNED): void {
  on('checkEsProjectUnique', { unique: true, conflicts: [] })
  on('checkProjectRepeat', [])
  on('getEsProject', project)
  on('getReviewRecord', reviewOf(remarks))
  on('getReviewChanges', { basis: 'SUBMISSION', changes: [] })
}
