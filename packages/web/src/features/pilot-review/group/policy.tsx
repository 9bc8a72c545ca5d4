import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { isAmong } from '@xinchu/contract/rights'
import type { ConflictPolicy, ConflictRule } from '@xinchu/sdk'
import { useState } from 'react'
import { sessionQueries } from '../../../app/session-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Input, Switch } from '../../../ui/inputs.tsx'
import { Failed, Loading } from '../../../ui/states.tsx'
import { Wide } from '../../../ui/wide.tsx'
import { reviewQueries } from '../queries.ts'
import { reviewWrites } from '../writes.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { tag } from './tag.ts'
import { Thresholds } from './thresholds.tsx'

/** Name of each rule and what it compares. */
const NAMES: Readonly<Record<ConflictRule['code'], readonly [name: string, compares: string]>> = {
  'C-01': ['同一单位', '名称归一后相等，含联合申报单位'],
  'C-02': ['单位名称相近', '双字相似度'],
  'C-03': ['同一集团', '投资主体与专家单位同集团'],
  'C-04': ['联合申报', '专家列于联合申报人员'],
  'C-05': ['信用代码', '统一社会信用代码相同'],
  'C-06': ['电话邮箱', '联系电话或邮箱相同'],
  'C-07': ['单位地址', '地址归一到门牌号后相同'],
  'C-08': ['共同承担项目', '机构库、专家履历与往批申报'],
  'C-09': ['推荐单位任职', '专家任职于推荐单位'],
  'C-10': ['申报团队', '专家列于团队、设计或供货单位'],
  'C-11': ['专家回避', '专家本人申请回避'],
}

/** Rules limited to one batch. */
const OF_BATCH: ReadonlySet<string> = new Set(['C-04', 'C-10', 'C-11'])

function limitOf({ code, threshold, excludeFrom, windowYears }: ConflictRule): string {
  if (code === 'C-02') return `≥ ${excludeFrom} 排除，${threshold}–${excludeFrom} 待判`
  if (OF_BATCH.has(code)) return '本批'
  if (windowYears === undefined) return '现任'
  return code === 'C-01' || code === 'C-09' ? `现任，离任 ${windowYears} 年内` : `${windowYears} 年`
}

const isUpsideDown = ({ threshold = 0, excludeFrom = 1 }: ConflictRule) => threshold > excludeFrom

const effectOf = ({ code, effect }: ConflictRule) =>
  code === 'C-02' ? '排除 / 待判' : effect === 'EXCLUDE' ? '排除' : '待判'

interface RowProps {
  rule: ConflictRule
  onChange?: ((rule: ConflictRule) => void) | undefined
}

function RuleRow({ rule, onChange }: RowProps) {
  const [name, compares] = NAMES[rule.code]
  return (
    <tr className="border-line border-t">
      <td className="px-3 py-2">
        <span
          className={`${tag} ${rule.effect === 'EXCLUDE' ? 'bg-danger-soft text-danger' : 'bg-warning-soft text-warning'}`}
        >
          {rule.code}
        </span>
      </td>
      <td className="whitespace-nowrap px-3 py-2">{name}</td>
      <td className="px-3 py-2">{compares}</td>
      <td className="whitespace-nowrap px-3 py-2">
        {onChange && rule.code === 'C-02' ? (
          <Thresholds rule={rule} onChange={onChange} />
        ) : onChange && rule.windowYears !== undefined ? (
          <span className="flex items-center gap-1.5">
            <span className="w-16">
              <Input
                aria-label={`${rule.code} 回溯年数`}
                inputMode="numeric"
                value={String(rule.windowYears)}
                onValue={(text) =>
                  onChange({ ...rule, windowYears: Math.min(50, Number(text.replace(/\D/g, ''))) })
                }
              />
            </span>
            年
          </span>
        ) : (
          limitOf(rule)
        )}
      </td>
      <td className="px-3 py-2">{rule.wording}</td>
      <td className="whitespace-nowrap px-3 py-2">{effectOf(rule)}</td>
      <td className="whitespace-nowrap px-3 py-2">
        {onChange ? (
          <Switch
            label={`启用 ${rule.code}`}
            checked={rule.enabled}
            onChecked={(enabled) => onChange({ ...rule, enabled })}
          />
        ) : rule.enabled ? (
          '启用'
        ) : (
          '停用'
        )}
      </td>
    </tr>
  )
}

const HEADS = ['代码', '规则', '判定', '阈值与回溯', '向专家与平台显示', '结果', '启用']

function Rules({
  rules,
  onChange,
}: {
  rules: readonly ConflictRule[]
  onChange?: (rule: ConflictRule) => void
}) {
  return (
    <Wide label="冲突规则清单">
      <table className="w-full min-w-[760px] text-left text-s">
        <thead className="bg-sunken text-ink-soft">
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap px-3 py-2 font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <RuleRow key={rule.code} rule={rule} onChange={onChange} />
          ))}
        </tbody>
      </table>
    </Wide>
  )
}

/** A version that waits for the nation's approval. */
function Proposed({ policy, canApprove }: { policy: ConflictPolicy; canApprove: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <p className="flex flex-wrap items-center gap-2 border-line border-t bg-warning-soft px-4 py-2 text-s">
      <span className="mr-auto text-warning">
        v{policy.no} 待国家主管部门核准：{policy.reason}
      </span>
      {canApprove && (
        <Button look="primary" onClick={() => setAsking(true)}>
          核准 v{policy.no}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`核准冲突规则 v${policy.no}`}
          description="核准后即为现行版本，各组冲突按新版本重新计算，已分配的任务一并重查。"
          action="核准"
          look="primary"
          write={reviewWrites.approvePolicy}
          variables={policy.no}
          onClose={() => setAsking(false)}
        />
      )}
    </p>
  )
}

/** The policy of conflicts. A change makes a new version. */
export function Policy({ canPropose }: { canPropose: boolean }) {
  const { user } = useSuspenseQuery(sessionQueries.info).data
  const { data, error, refetch } = useQuery(reviewQueries.policies())
  const [draft, setDraft] = useState<readonly ConflictRule[]>()
  const [isAsking, setAsking] = useState(false)
  const proposing = useMutation({
    ...reviewWrites.proposePolicy,
    onSuccess() {
      setAsking(false)
      setDraft(undefined)
    },
  })
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={5} />
  const current = data.find((policy) => policy.current)
  const waiting = data.find(({ no, approvedAt }) => !approvedAt && no > (current?.no ?? 0))
  const change = (next: ConflictRule) =>
    setDraft((rules) => rules?.map((rule) => (rule.code === next.code ? next : rule)))
  return (
    <section aria-label="冲突规则" className="card min-w-0">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-1.5">
        <h2 className="font-medium">冲突规则</h2>
        <p className="mr-auto text-ink-soft text-s">
          {current ? `v${current.no}，${current.approvedAt?.slice(0, 10) ?? ''} 核准；` : ''}
          修改产生新版本，已分配的按新版本重查
        </p>
        {canPropose && !waiting && (
          <>
            {draft?.some(isUpsideDown) && (
              <span role="status" className="text-s text-warning">
                C-02 排除的相似度不低于待判的
              </span>
            )}
            {draft && <Button onClick={() => setDraft(undefined)}>放弃修改</Button>}
            <Button
              look={draft ? 'primary' : 'plain'}
              icon={draft ? 'check' : 'edit'}
              disabled={draft?.some(isUpsideDown) ?? false}
              onClick={() => (draft ? setAsking(true) : setDraft(current?.rules))}
            >
              {draft ? '提出新版本…' : '编辑'}
            </Button>
          </>
        )}
      </header>
      <Rules rules={draft ?? current?.rules ?? []} {...(draft ? { onChange: change } : {})} />
      {waiting && <Proposed policy={waiting} canApprove={isAmong(user, ['NAT'])} />}
      {isAsking && draft && (
        <ReasonDialog
          title="提出冲突规则新版本"
          description="新版本经国家主管部门核准后现行。"
          caption="修订理由"
          action="提出"
          busy={proposing.isPending}
          onConfirm={(reason) => proposing.mutate({ rules: [...draft], reason })}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
