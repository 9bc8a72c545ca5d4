import { deptKinds } from '@xinchu/contract/rights'
import { dayAfter } from '../progress.ts'
import type { Batch, BatchProject } from './batch.ts'

interface Step {
  action: string
  from: string
  to: string
  deptId: number
  /** Days after the application. */
  after: number
  opinion?: string
}

const SUBMITTED: Step = { action: 'SUBMIT', from: '0', to: '1', deptId: deptKinds.enterprise, after: 0 }
const RECOMMENDED: Step = {
  action: 'PASS',
  from: '1',
  to: '3',
  deptId: deptKinds.province,
  after: 12,
  opinion: '材料齐全，同意推荐',
}
const ACCEPTED: Step = { action: 'ACCEPT', from: '3', to: '5', deptId: deptKinds.platform, after: 24 }
const ASSIGNED: Step = { action: 'ASSIGN', from: '5', to: '6', deptId: deptKinds.platform, after: 30 }
const PASSED: Step = { action: 'PRIMARY_PASS', from: '6', to: '7', deptId: deptKinds.platform, after: 50 }
const IN_EXCELLENCE: Step = { action: 'ASSIGN', from: '7', to: '9', deptId: deptKinds.platform, after: 54 }
const SHORTLISTED: Step = {
  action: 'EXCELLENT_PASS',
  from: '9',
  to: '10',
  deptId: deptKinds.nation,
  after: 75,
}

/** The steps that lead to a state, oldest first. */
function stepsTo(status: string): readonly Step[] {
  const announced: Step = { action: 'ANNOUNCE', from: '10', to: '12', deptId: deptKinds.nation, after: 100 }
  const byStatus: Readonly<Record<string, readonly Step[]>> = {
    '1': [SUBMITTED],
    '2': [
      SUBMITTED,
      {
        action: 'RETURN',
        from: '1',
        to: '2',
        deptId: deptKinds.province,
        after: 8,
        opinion: '请补充接入意见，并按备案文件核对总投资',
      },
    ],
    '3': [SUBMITTED, RECOMMENDED],
    '4': [
      SUBMITTED,
      RECOMMENDED,
      {
        action: 'RETURN',
        from: '3',
        to: '4',
        deptId: deptKinds.platform,
        after: 20,
        opinion: '关键指标缺少第三方检测依据，请补充后重新提交',
      },
    ],
    '5': [SUBMITTED, RECOMMENDED, ACCEPTED],
    '6': [SUBMITTED, RECOMMENDED, ACCEPTED, ASSIGNED],
    '12': [SUBMITTED, RECOMMENDED, ACCEPTED, ASSIGNED, PASSED, IN_EXCELLENCE, SHORTLISTED, announced],
  }
  return byStatus[status] ?? []
}

function officeOf(step: Step, { company }: BatchProject, recommender: string): readonly [string, string] {
  if (step.deptId === deptKinds.enterprise) return [company.name, '企业填报员']
  if (step.deptId === deptKinds.province) return [recommender, '审核员']
  return step.deptId === deptKinds.platform
    ? ['平台运营单位', '评审组织员']
    : ['国家能源主管部门', '国家管理员']
}

/** The history of a project and what its last step set. */
export function historyOf(batch: Batch, project: BatchProject, recommender: string) {
  const steps = stepsTo(project.row.status)
  const timeOf = ({ after }: Step) => `${dayAfter(batch.appliedOn, after)} 10:00:00`
  const last = steps.at(-1)
  const since = last ? timeOf(last) : `${dayAfter(batch.appliedOn, -3)} 10:00:00`
  return {
    rows: steps.map((step) => {
      const [org_name, user_name] = officeOf(step, project, recommender)
      return {
        province_code: project.row.province_code,
        biz_type: 'DEMO',
        biz_id: project.row.id,
        time: timeOf(step),
        org_name,
        user_name,
        dept_id: step.deptId,
        action: step.action,
        from_status: step.from,
        to_status: step.to,
        opinion: step.opinion ?? null,
      }
    }),
    set: {
      waiting_since: since,
      update_time: since,
      create_time: `${dayAfter(batch.appliedOn, -20)} 10:00:00`,
      last_opinion: last?.action === 'RETURN' ? last.opinion : null,
      submitted_once: steps.length > 0,
      read_flag: steps.length > 2,
      // A returned project opens the parts that the opinion names.
      opened_parts: project.row.status === '2' ? ['MASTER', 'ATTACHMENTS'] : null,
    },
  }
}
