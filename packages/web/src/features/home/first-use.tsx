import { deptKinds } from '@xinchu/contract/rights'
import { GrantedLink } from '../../app/granted-link.tsx'
import { useGuide } from '../../app/guide.ts'
import { useOpenable } from '../../app/use-openable.ts'
import { IconButton } from '../../ui/button.tsx'

type Step = readonly [words: string, to?: string]

const REVIEWER: readonly Step[] = [
  ['在首页看待办，从最久的开始'],
  ['审核项目，退回时写明意见', '/esproject/audit/index'],
  ['填报年度测算', '/decision/year/calculation/index'],
  ['核对本单位信息和联系电话', '/user/center'],
]

const READER: readonly Step[] = [
  ['核对本单位信息和联系电话', '/user/center'],
  ['查询项目，保存常用条件', '/esproject/query/index'],
  ['看政策和通知', '/policyQuery/index'],
]

const STEPS: Readonly<Record<number, readonly Step[]>> = {
  [deptKinds.enterprise]: [
    ['完善单位信息', '/user/center'],
    ['新建或导入项目', '/esproject/declare/index'],
    ['填本期季度表，逐行看提示', '/decision/quarter/enterprise/index'],
    ['提交，被退回时从首页改正'],
  ],
  [deptKinds.county]: REVIEWER,
  [deptKinds.city]: REVIEWER,
  [deptKinds.province]: [
    ['审核项目，上报国家', '/esproject/audit/index'],
    ['审核季度报送，催报未报的单位', '/decision/quarter/government/index'],
    ['判定疑似重复的项目', '/esproject/repeat/index'],
    ['汇总年度测算', '/planningmonitoring/calculation/index'],
    ['向本省单位发送消息', '/message/push/index'],
  ],
}

/** 第一次使用: the first steps of the user's kind of office, until they are closed for good. */
export function FirstUse() {
  const { deptId, isShown, close } = useGuide()
  const isOpenable = useOpenable()
  if (!isShown) return null
  const steps = (STEPS[deptId ?? 0] ?? READER).filter(([, to]) => to === undefined || isOpenable(to))
  return (
    <section
      aria-labelledby="first-use"
      className="rounded-lg border border-brand-line bg-brand-soft px-4 py-3"
    >
      <header className="flex items-center justify-between">
        <h2 id="first-use" className="font-medium">
          第一次使用
        </h2>
        <IconButton icon="close" label="不再显示使用指引" onClick={close} />
      </header>
      <ol className="mt-1 grid list-decimal gap-1.5 pl-5 text-s">
        {steps.map(([words, to]) => (
          <li key={words}>
            {to ? (
              <GrantedLink to={to} className="inline-block min-h-[24px] text-brand-ink hover:underline">
                {words}
              </GrantedLink>
            ) : (
              <span className="inline-block min-h-[24px]">{words}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
