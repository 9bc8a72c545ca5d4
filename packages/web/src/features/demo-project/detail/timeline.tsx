import type { DemoProjectDetail } from '@xinchu/sdk'
import { useState } from 'react'
import { StatusTag } from '../../../ui/status-tag.tsx'

type Step = NonNullable<DemoProjectDetail['flow']['history']>[number]

const KINDS = [
  { title: '全部', has: () => true },
  { title: '流程', has: ({ action }: Step) => action !== 'RETURN' && action !== 'WITHDRAW' },
  { title: '退回与撤回', has: ({ action }: Step) => action === 'RETURN' || action === 'WITHDRAW' },
] as const

const SHOWN = 10

/** All that happened to a project, newest first, with filters. */
export function Timeline({ history = [] }: { history: readonly Step[] | undefined }) {
  const [kind, setKind] = useState(0)
  const [isAll, setAll] = useState(false)
  const own = history.filter((step) => KINDS[kind]?.has(step)).toReversed()
  const shown = isAll ? own : own.slice(0, SHOWN)
  return (
    <section className="card min-w-0" aria-label="全程记录">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="mr-2 font-medium">全程记录</h2>
        {KINDS.map(({ title, has }, index) => (
          <button
            key={title}
            type="button"
            aria-pressed={kind === index}
            onClick={() => setKind(index)}
            className={`min-h-7 rounded-full border px-3 text-s ${kind === index ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line text-ink-soft'}`}
          >
            {title} {history.filter(has).length}
          </button>
        ))}
        <span className="ml-auto text-ink-faint text-xs">新的在前</span>
      </header>
      {own.length === 0 ? (
        <p className="px-4 py-8 text-center text-ink-faint text-s">还没有记录，提交后各步骤列在这里</p>
      ) : (
        <ol className="px-4 py-3">
          {shown.map((step, index) => (
            <li
              key={`${step.time}-${step.action}-${step.toStatus}`}
              className="grid grid-cols-[78px_16px_minmax(0,1fr)] gap-x-2 text-s"
            >
              <time className="pt-px text-ink-faint">{step.time.slice(0, 10)}</time>
              <span aria-hidden="true" className="relative justify-self-center">
                <span className="absolute top-2 bottom-[-8px] left-1/2 w-px -translate-x-1/2 bg-line-strong" />
                <span
                  className={`relative mt-1.5 block size-2.5 rounded-full border-2 ${index === 0 ? 'border-brand bg-brand' : 'border-success bg-surface'}`}
                />
              </span>
              <div className="pb-3.5">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium">{step.actionLabel ?? step.action}</span>
                  {step.toStatusLabel && <StatusTag label={step.toStatusLabel} />}
                </p>
                <p className="text-ink-soft text-xs">
                  {step.orgName} {step.userName}　{step.time.slice(11, 16)}
                  {step.dueDate && `　请于 ${step.dueDate} 前改正`}
                </p>
                {step.opinion && (
                  <p className="mt-1 whitespace-pre-line break-words rounded bg-sunken px-2.5 py-1.5">
                    意见：{step.opinion}
                  </p>
                )}
              </div>
            </li>
          ))}
        </ol>
      )}
      {own.length > shown.length && (
        <p className="border-line border-t px-4 py-2 text-s">
          <button
            type="button"
            className="min-h-6 text-brand-ink hover:underline"
            onClick={() => setAll(true)}
          >
            显示更早的 {own.length - shown.length} 条
          </button>
        </p>
      )}
    </section>
  )
}
