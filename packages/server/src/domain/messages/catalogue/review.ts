import { MessageType } from '@xinchu/contract/codes'
import { entry } from './entry.ts'

// These name projects and times, never a person, a score or what follows from one.

const toExpert = <Values>(title: string, text: (values: Values) => string) =>
  entry<Values>({
    title: () => title,
    text: (values) => [text(values)],
    type: MessageType.reviewTask,
    isOfReview: true,
    target: () => ({ kind: 'EXPERT_TASK', purpose: 'list' }),
  })

const toPlatform = <Values>(title: string, text: (values: Values) => string, search = {}) =>
  entry<Values>({
    title: () => title,
    text: (values) => [text(values)],
    type: MessageType.reviewTask,
    isOfReview: true,
    target: () => ({ kind: 'EXPERT_GROUP', purpose: 'list', search }),
  })

const minute = (time: string) => time.slice(0, 16)

/** The expert review and its publicity. */
export const review = {
  'review.assigned': toExpert<{ deadline: string }>(
    '新的评审任务',
    ({ deadline }) => `有新的示范项目评审任务，请于 ${minute(deadline)} 前提交评分。`,
  ),
  'review.reassigned': toExpert<{ projects: number }>(
    '新的评审任务',
    ({ projects }) => `有 ${projects} 个示范项目改由您评审，请按期提交评分。`,
  ),
  'review.extended': toExpert<{ projects: number; deadline: string }>(
    '评审期限已延长',
    ({ projects, deadline }) => `${projects} 个示范项目的评审期限延长至 ${minute(deadline)}。`,
  ),
  'review.due': toExpert<object>('评审任务催办', () => '您有尚未提交评分的示范项目，请在截止时间前提交。'),
  'review.recused': toPlatform<{ project: string }>(
    '专家申请回避，请改派',
    ({ project }) => `一位评审专家对“${project}”申请回避，请改派。`,
  ),
  'review.conflict': toPlatform<{ group: string; tasks: number }>(
    '利益冲突有变动，请改派',
    ({ group, tasks }) => `数据变动后重新计算，“${group}”有 ${tasks} 份评审任务须改派。`,
    { tab: 'progress' },
  ),
}
