import { useQuery } from '@tanstack/react-query'
import { MessageTarget } from '@xinchu/contract/codes'
import { useFormSlice } from '../../ui/form/context.ts'
import { type FormValues, listAt, textAt } from '../../ui/form/values.ts'
import { messageQueries, type Targets } from './queries.ts'

const LISTS: Readonly<Record<string, string>> = {
  [MessageTarget.kinds]: 'targetDeptIds',
  [MessageTarget.regions]: 'targetRegionCodes',
  [MessageTarget.offices]: 'targetOrgIds',
}
/** Never asked for. */
const NOBODY: Targets = { targetType: MessageTarget.users }
const NUMBERS = new Set(['targetDeptIds', 'targetOrgIds'])

/** The chosen targets as JSON; empty while none is chosen. A text, so that it is equal when nothing changed. */
function targetsIn(values: FormValues): string {
  const targetType = textAt(values, 'targetType')
  const name = LISTS[targetType]
  if (targetType === MessageTarget.all) return JSON.stringify({ targetType })
  const chosen = name ? listAt(values, name) : []
  if (!name || chosen.length === 0) return ''
  return JSON.stringify({ targetType, [name]: NUMBERS.has(name) ? chosen.map(Number) : chosen })
}

/** Shows the recipients and their number before a message is sent. */
export function Audience() {
  const targets = useFormSlice(({ values }) => targetsIn(values))
  const asked = targets ? (JSON.parse(targets) as Targets) : NOBODY // as written above
  const { data, error } = useQuery({
    ...messageQueries.audience(asked),
    enabled: targets !== '',
    retry: false,
  })
  if (!targets || error) return null
  return (
    <div role="status" className="col-span-full rounded-md bg-brand-soft px-3 py-2 text-brand-ink text-s">
      {data ? (
        <>
          <p>
            将发送给 <strong>{data.recipients.toLocaleString('zh-CN')}</strong> 人，
            {data.offices.toLocaleString('zh-CN')} 个单位
            {data.kinds.length > 0 &&
              `（${data.kinds.map(({ name, recipients }) => `${name} ${recipients}`).join('、')}）`}
          </p>
          {data.sample.length > 0 && (
            <p className="text-ink-soft text-xs">
              {data.sample.join('、')}
              {data.offices > data.sample.length && ' 等'}
            </p>
          )}
          {data.unreached.length > 0 && (
            <p className="text-warning text-xs">没有可用账号：{data.unreached.join('、')}</p>
          )}
        </>
      ) : (
        <p>正在计算收件人</p>
      )}
    </div>
  )
}
