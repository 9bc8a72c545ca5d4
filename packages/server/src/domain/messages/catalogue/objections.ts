import { MessageType } from '@xinchu/contract/codes'
import { entry } from './entry.ts'

// These name projects and what was forwarded, never the person who objects.

/** An objection to a project. `id` is the objection's. */
interface About {
  id: number
  project: string
}

type Due = About & { due: string }

/** What is told of the objection to a project, whose page shows it. */
type News = About & { projectId: number }

const minute = (time: string) => time.slice(0, 16)

/** The next step is the recipient's. */
const task = <Values extends About>(title: (values: Values) => string, text: (values: Values) => string[]) =>
  entry<Values>({
    title,
    text,
    type: MessageType.reviewTask,
    isOfReview: true,
    target: ({ id }) => ({ kind: 'OBJECTION', purpose: 'review', id }),
    about: 'OBJECTION',
  })

const news = <Values extends News>(title: (values: Values) => string, text: (values: Values) => string[]) =>
  entry<Values>({
    title,
    text,
    type: MessageType.notice,
    isOfReview: true,
    target: ({ projectId }) => ({ kind: 'DEMO', purpose: 'read', id: projectId }),
  })

/** Objections to publicised projects. */
export const objections = {
  'objection.received': task<Due>(
    ({ due }) => `收到公示异议，请于 ${minute(due)} 前转办`,
    ({ project }) => [`“${project}”收到一件异议，请转推荐单位核实。`],
  ),
  'objection.forwarded': task<Due>(
    ({ project, due }) => `“${project}”的异议请于 ${minute(due)} 前核实`,
    () => ['请核实所反映的情况，写明核实结论与核实意见，可附核实材料。'],
  ),
  'objection.returned': task<Due & { opinion: string }>(
    ({ project, due }) => `“${project}”的异议请于 ${minute(due)} 前重新核实`,
    ({ opinion }) => [`意见：${opinion}`],
  ),
  'objection.told': news<News & { text: string; recommender: string }>(
    ({ project }) => `“${project}”收到公示异议`,
    ({ text, recommender }) => [text, `由${recommender}核实，国家能源主管部门答复。`],
  ),
  'objection.verified': task<Due>(
    ({ project }) => `“${project}”的异议已核实，请答复`,
    ({ due }) => [`请于 ${minute(due)} 前答复，或退回推荐单位重核。`],
  ),
  'objection.withdrawn': news<News>(
    ({ project }) => `“${project}”的异议已撤回`,
    () => ['异议人已撤回，不再办理。'],
  ),
  'objection.due': task<About & { late: number }>(
    ({ late }) => (late > 0 ? `异议办理已超期 ${late} 天` : '异议办理明日到期'),
    ({ project }) => [`“${project}”的异议待办理。`],
  ),
  'objection.answered': news<
    News & { conclusion: string; answer: string; cancelReason?: string | undefined }
  >(
    ({ project, conclusion }) => `“${project}”的异议已答复：${conclusion}`,
    ({ answer, cancelReason }) => [
      answer,
      ...(cancelReason ? [`已取消拟入选资格，原因：${cancelReason}`] : []),
    ],
  ),
}
