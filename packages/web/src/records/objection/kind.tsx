import type { DemoObjection } from '@xinchu/sdk'
import type { ReactNode } from 'react'
import { momentOf } from '../../lib/moment.ts'
import type { FieldLine, Section } from '../lines.tsx'
import type { PortalKind } from '../portal-kind.ts'
import { Objector } from './objector.tsx'
import { ObjectionSteps } from './steps.tsx'

const line = (caption: string, content: ReactNode, isWide = false): FieldLine[] =>
  content === undefined || content === '' ? [] : [{ caption, content, kind: 'string', isWide }]

const long = (caption: string, text: string | undefined): FieldLine[] =>
  line(caption, text && <span className="whitespace-pre-wrap break-words">{text}</span>, true)

/** An objection by who wrote what, as far as the reader may see it. */
export function sectionsOf(objection: DemoObjection): Section[] {
  const { receivedAt, receiptNo, objector, text, forwardText, findingLabel, verification } = objection
  const { conclusionLabel, answer, cancelReason, answeredAt } = objection
  const parts: [string, string, FieldLine[]][] = [
    [
      'filed',
      '所提异议',
      [
        ...line('登记时间', momentOf(receivedAt)),
        ...line('回执编号', receiptNo),
        ...(objector ? line('异议人', <Objector objection={objection} />, true) : []),
        ...long('异议内容', text),
      ],
    ],
    ['forwarded', '转办', long('转办内容', forwardText)],
    ['verified', '核实', [...line('核实结论', findingLabel), ...long('核实意见', verification)]],
    [
      'answered',
      '答复',
      [
        ...line('结论', conclusionLabel),
        ...line('答复时间', answeredAt && momentOf(answeredAt)),
        ...long('答复', answer),
        ...long('取消原因', cancelReason),
      ],
    ],
  ]
  return parts.flatMap(([key, title, lines]) => (lines.length > 0 ? [{ key, title, lines }] : []))
}

const filesOf = ({ evidence = [], forwardFiles = [], verifyFiles = [] }: DemoObjection) => ({
  evidence,
  forwardFiles,
  verifyFiles,
})

/** 公示异议. */
export const objection: PortalKind<DemoObjection> = {
  code: 'OBJECTION',
  async fetch(sdk, id, signal) {
    const [found] = (await sdk.demoReview.listObjections({ id }, { signal })).content
    return found ?? null
  },
  sections: sectionsOf,
  files: filesOf,
  history: ({ history }) => history,
  // Its steps have forms of their own.
  decide: () => Promise.reject(new Error('an objection is decided by its steps')),
  steps: (content) => <ObjectionSteps content={content} />,
}
