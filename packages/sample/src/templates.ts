import { MessageLevel, MessageType } from '@xinchu/contract/codes'
import { deptKinds } from '@xinchu/contract/rights'
import { insertRows, type Trx } from '@xinchu/server/sample-port'

const TEMPLATES = [
  {
    name: '季度报送提醒',
    title: '请按时报送季度使用情况',
    message_type: MessageType.reminder,
    content:
      '<p>{单位名称}：</p><p>本季度使用情况报送截止时间为 {截止时间}。请登录平台，在“季度报送”中核对应报项目，填写后提交。</p><p>逾期未报的项目列入未报清单。确有困难的，请在截止前与主管部门联系。</p>',
  },
  {
    name: '系统维护通知',
    title: '系统维护通知',
    message_type: MessageType.system,
    content:
      '<p>各单位：</p><p>平台定于 {截止时间} 起停机维护，预计两小时。请提前保存填报内容；维护期间平台不能访问，已保存的内容不受影响。</p>',
  },
] as const

/** Message templates of the nation's office and of the platform's. */
export async function loadTemplates(trx: Trx): Promise<void> {
  const offices = await trx
    .selectFrom('org')
    .select('id')
    .where('dept_id', 'in', [deptKinds.nation, deptKinds.platform])
    .orderBy('id')
    .execute()
  const rows = offices.flatMap(({ id }) =>
    TEMPLATES.map((template) => ({
      ...template,
      org_id: id,
      level: MessageLevel.normal,
      create_by: 'system',
    })),
  )
  await insertRows(trx, 'message_template', rows)
}
