import * as Radix from '@radix-ui/react-dialog'
import { useQuery } from '@tanstack/react-query'
import { IconButton } from '../../ui/button.tsx'
import { useFocusReturn } from '../../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { ruleBook } from './queries.ts'
import { RuleDetail } from './rule-detail.tsx'
import { SeverityTag } from './severity-tag.tsx'

interface RulePanelProps {
  code: string
  onClose: () => void
}

/** A rule over the page, which keeps its input. */
export function RulePanel({ code, onClose }: RulePanelProps) {
  const { data, error, refetch } = useQuery(ruleBook)
  const focus = useFocusReturn()
  const rule = data?.find((each) => each.code === code)
  return (
    <Radix.Root open onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-40 flex w-[412px] max-w-full flex-col bg-surface shadow-float"
        >
          <header className="flex items-center gap-2 border-line border-b px-4 py-2">
            <Radix.Title className="font-medium">规则 {code}</Radix.Title>
            {rule && <SeverityTag rule={rule} />}
            <IconButton icon="close" label="关闭" className="ml-auto" onClick={onClose} />
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard */}
          <section aria-label={`规则 ${code}`} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto">
            {rule && <RuleDetail rule={rule} />}
            {data && !rule && <Empty>规则手册中没有 {code}</Empty>}
            {!data && error && <Failed error={error} onRetry={() => void refetch()} />}
            {!data && !error && <Loading />}
          </section>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
