import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Rule } from '@xinchu/sdk'
import { useDeferredValue, useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { useView } from '../../app/views/view-context.ts'
import { copyText } from '../../lib/copy-text.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notice.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { type RuleFilter, rulesOf } from './model.ts'
import { ruleBook } from './queries.ts'
import { RuleDetail } from './rule-detail.tsx'
import { RuleFilters } from './rule-filters.tsx'
import { RuleTable } from './rule-table.tsx'
import { SeverityTag } from './severity-tag.tsx'

async function copyLink(): Promise<void> {
  const isCopied = await copyText(location.href)
  notify(isCopied ? '链接已复制' : '复制失败', isCopied ? 'success' : 'error')
}

/** The chosen rule beside the table; on narrow windows in its place. */
function Detail({ rule, code }: { rule: Rule | undefined; code: string }) {
  const navigate = useNavigate()
  return (
    <section
      aria-label={`规则 ${code}`}
      className="card sticky top-[calc(var(--frame-top,0px)+16px)] max-h-[calc(100dvh-var(--frame-top,0px)-32px)] self-start overflow-y-auto max-lg:static max-lg:max-h-none"
    >
      <header className="flex items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="font-medium">{code}</h2>
        {rule && <SeverityTag rule={rule} />}
        <button
          type="button"
          className="ml-auto min-h-6 text-ink-soft text-s hover:underline"
          onClick={() => void copyLink()}
        >
          复制链接
        </button>
        <IconButton
          icon="close"
          label="关闭"
          className="max-lg:hidden"
          onClick={() => void navigate({ to: '/rules', resetScroll: false })}
        />
      </header>
      {rule ? <RuleDetail rule={rule} /> : <Empty>规则手册中没有 {code}</Empty>}
    </section>
  )
}

function Head({ count }: { count: number | undefined }) {
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h1 className="font-semibold text-lg">规则手册</h1>
      <p className="mr-auto text-ink-soft">
        平台的每一项检查都在这里{count !== undefined && `，共 ${count} 条`}
      </p>
      {(
        [
          ['JSON', '/api/rules', '规则手册.json'],
          ['CSV', '/api/rules/download', '规则手册.csv'],
        ] as const
      ).map(([kind, href, name]) => (
        <a
          key={kind}
          href={href}
          download={name}
          aria-label={`下载 ${kind}`}
          className={buttonClass()}
          data-print="none"
        >
          <Icon name="download" />
          {kind}
        </a>
      ))}
    </header>
  )
}

/** The rule book, open to every user: search, table, and the rule of the address. */
export function RuleScreen() {
  const { params } = useView()
  const code = params['code']?.toUpperCase()
  const { data, error, refetch } = useQuery(ruleBook)
  const [filter, setFilter] = useState<RuleFilter>({ words: '' })
  const found = useDeferredValue(data && rulesOf(data, filter))
  const isWide = useMedia('(min-width: 1024px)')
  if (!data && error) return <Failed error={error} onRetry={() => void refetch()} />
  const detail = data && code !== undefined && (
    <Detail code={code} rule={data.find((rule) => rule.code === code)} />
  )
  if (detail && !isWide)
    return (
      <div className="grid gap-3">
        <h1 className="sr-only">规则手册</h1>
        <GrantedLink to="/rules" className="min-h-6 justify-self-start text-brand-ink hover:underline">
          ‹ 返回规则手册
        </GrantedLink>
        {detail}
      </div>
    )
  return (
    <div className="grid gap-3.5">
      <Head count={data?.length} />
      {!data && <Loading rows={10} />}
      {data && <RuleFilters rules={data} filter={filter} onFilter={setFilter} />}
      {found && (
        <div className={`grid items-start gap-3.5 ${detail ? 'grid-cols-[minmax(0,1fr)_412px]' : ''}`}>
          <RuleTable rules={found} chosen={code} />
          {detail}
        </div>
      )}
    </div>
  )
}
