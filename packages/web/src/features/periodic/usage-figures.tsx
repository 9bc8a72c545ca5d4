import { useQuery } from '@tanstack/react-query'
import type { DueItem, GeneralItem } from '@xinchu/sdk'
import { reviewQueries } from '../../records/review.ts'
import { RecordText } from '../../ui/record/record-group.tsx'
import { Wide } from '../../ui/wide.tsx'
import { usageSpecs } from './usage-model.ts'

/** Returns the changes of a report since its previous submission; undefined at a first submission. */
function useChanges(item: GeneralItem) {
  const submissions = item.flow.history.filter(({ action }) => action === 'SUBMIT').length
  const { data } = useQuery({
    ...reviewQueries.changes({ entity: 'USAGE', entityId: item.id }),
    enabled: submissions > 1,
  })
  if (data?.basis !== 'SUBMISSION') return undefined
  return new Map(data.changes.map((change) => [change.field, change]))
}

function Summary({ count }: { count: number }) {
  return (
    <p className={`px-4 py-2 text-s ${count > 0 ? 'text-ink-soft' : 'bg-warning-soft text-warning'}`}>
      {count > 0 ? `与上次报送相比，改了 ${count} 项，其余未改` : '与上次报送相同，各项均未改'}
    </p>
  )
}

/** The figures of a report beside those of the previous quarter, with the changes since the previous submission. */
export function UsageFigures({ due, item }: { due: DueItem; item: GeneralItem }) {
  const { usage = {} } = item
  const changes = useChanges(item)
  return (
    <section className="card overflow-clip" aria-labelledby="usage-figures">
      <h2 id="usage-figures" className="border-line border-b px-4 py-2.5 font-medium">
        填报内容
      </h2>
      {changes && <Summary count={changes.size} />}
      <Wide label="填报内容">
        <table className="w-full border-collapse text-s">
          <thead className="bg-sunken text-ink-soft text-xs">
            <tr>
              <th scope="col" className="px-4 py-1.5 text-left font-normal">
                填报项
              </th>
              <th scope="col" className="px-4 py-1.5 text-right font-normal">
                本期
              </th>
              <th scope="col" className="px-4 py-1.5 text-right font-normal">
                上期
              </th>
              {changes && (
                <th scope="col" className="px-4 py-1.5 text-left font-normal">
                  与上次报送相比
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {usageSpecs.map((spec) => {
              const change = changes?.get(spec.name)
              return (
                <tr key={spec.name} className="border-line border-t">
                  <th scope="row" className="px-4 py-1.5 text-left font-normal text-ink-soft">
                    {spec.caption}
                  </th>
                  <td className="break-words px-4 py-1.5 text-right tabular-nums">
                    <RecordText spec={spec} record={usage} />
                  </td>
                  <td className="break-words px-4 py-1.5 text-right text-ink-faint tabular-nums">
                    <RecordText spec={spec} record={due.previous ?? {}} />
                  </td>
                  {changes && (
                    <td className={`px-4 py-1.5 text-xs ${change ? 'text-success' : 'text-ink-faint'}`}>
                      {change ? `已改，上次 ${change.oldValue ?? '未填写'}` : '未改'}
                    </td>
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </Wide>
    </section>
  )
}
