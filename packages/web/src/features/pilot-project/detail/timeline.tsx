import { useState } from 'react'
import { GrantedLink } from '../../../app/granted-link.tsx'
import { Icon } from '../../../ui/icons.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import type { EventKind, IssuedDocument, LifeEvent } from './life-model.ts'

const KINDS: readonly { title: string; kind?: EventKind }[] = [
  { title: '全部' },
  { title: '流程', kind: 'FLOW' },
  { title: '进展', kind: 'PROGRESS' },
  { title: '年报与自评', kind: 'REPORT' },
  { title: '退回与撤回', kind: 'RETURN' },
]

const SHOWN = 12

function Event({ event, isLast }: { event: LifeEvent; isLast: boolean }) {
  const { kind, time, title, tag, text, opinion, link, documents } = event
  const tone = isLast
    ? 'border-brand bg-brand'
    : kind === 'RETURN'
      ? 'border-warning bg-surface'
      : 'border-success bg-surface'
  return (
    <li className="grid grid-cols-[78px_16px_minmax(0,1fr)] gap-x-2 text-s">
      <time className="pt-px text-ink-faint tabular-nums">{time.slice(0, 10)}</time>
      <span aria-hidden="true" className="relative justify-self-center">
        <span className="absolute top-2 bottom-[-8px] left-1/2 w-px -translate-x-1/2 bg-line-strong" />
        <span className={`relative mt-1.5 block size-2.5 rounded-full border-2 ${tone}`} />
      </span>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1.5 pb-3.5">
        <div className="min-w-0 flex-1 basis-52">
          <p className="flex flex-wrap items-center gap-x-2">
            {link ? (
              <GrantedLink to={link} className="font-medium text-brand-ink hover:underline">
                {title}
              </GrantedLink>
            ) : (
              <span className="font-medium">{title}</span>
            )}
            {tag && <StatusTag label={tag} />}
          </p>
          <p className="break-words text-ink-soft text-xs">{text}</p>
          {opinion && (
            <p className="mt-1 whitespace-pre-line break-words rounded bg-sunken px-2.5 py-1.5">
              意见：{opinion}
            </p>
          )}
        </div>
        {documents.map((document) => (
          <DocumentChip key={document.code} document={document} />
        ))}
      </div>
    </li>
  )
}

/** A document that was issued with a submission; leads to the page that confirms its code. */
function DocumentChip({ document: { title, code, submissionNo, pages } }: { document: IssuedDocument }) {
  return (
    <a
      href={`/verify?code=${code}`}
      target="_blank"
      rel="noreferrer"
      title={`核验码 ${code}，${pages} 页`}
      className="inline-flex min-h-7 max-w-full items-center gap-1.5 rounded-md border border-line px-2 text-brand-ink text-xs hover:bg-hover"
    >
      <Icon name="file" />
      <span className="truncate">{title}</span>
      <span className="text-ink-faint">v{submissionNo}</span>
    </a>
  )
}

/** All events of a project, newest first, with filters. */
export function Timeline({ events }: { events: readonly LifeEvent[] }) {
  const [chosen, setChosen] = useState<EventKind>()
  const [isAll, setAll] = useState(false)
  const own = chosen ? events.filter(({ kind }) => kind === chosen) : events
  const shown = isAll ? own : own.slice(0, SHOWN)
  const kinds = KINDS.map(({ title, kind }) => ({
    title,
    kind,
    count: kind ? events.filter((event) => event.kind === kind).length : events.length,
  })).filter(({ kind, count }) => kind === undefined || count > 0)
  return (
    <section className="card min-w-0" aria-label="全程记录">
      <header className="flex min-h-11 flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="mr-2 font-medium">全程记录</h2>
        {kinds.map(({ title, kind, count }) => (
          <button
            key={title}
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => setChosen(kind)}
            className={`min-h-7 rounded-full border px-3 text-s max-sm:min-h-10 ${kind === chosen ? 'border-brand bg-brand-soft text-brand-ink' : 'border-line text-ink-soft'}`}
          >
            {title} {count}
          </button>
        ))}
        <span className="ml-auto text-ink-faint text-xs">新的在前</span>
      </header>
      {own.length === 0 ? (
        <p className="px-4 py-8 text-center text-ink-faint text-s">还没有记录，提交后各步骤列在这里</p>
      ) : (
        <ol className="px-4 py-3">
          {shown.map((event, index) => (
            <Event
              key={`${event.time} ${event.title} ${event.tag}`}
              event={event}
              isLast={index === 0 && event === events[0]}
            />
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
