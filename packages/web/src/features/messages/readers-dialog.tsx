import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { type Message, messageQueries } from './queries.ts'

const ALL = 9999

function Readers({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(messageQueries.readers({ id, page: 0, size: ALL }))
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={5} />
  if (data.content.length === 0) return <Empty>暂无收件人</Empty>
  return (
    <div className="max-h-[55vh] overflow-auto">
      <table className="w-full text-left text-s">
        <thead className="sticky top-0 bg-sunken text-ink-soft">
          <tr>
            {['姓名', '单位', '状态', '阅读时间'].map((title) => (
              <th key={title} scope="col" className="whitespace-nowrap px-2 py-1.5 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.content.map(({ userId, realName, orgName, read, readTime }) => (
            <tr key={userId} className="border-line border-t">
              <td className="whitespace-nowrap px-2 py-1.5">{realName}</td>
              <td className="px-2 py-1.5">{orgName ?? '—'}</td>
              <td className={`whitespace-nowrap px-2 py-1.5 ${read ? 'text-success' : 'text-ink-faint'}`}>
                {read ? '已读' : '未读'}
              </td>
              <td className="whitespace-nowrap px-2 py-1.5">{readTime ?? '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Who has read a message, and who has not. */
export function ReadersDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { id, title, readCount = 0, recipientCount = 0 } = message
  return (
    <Dialog
      open
      onClose={onClose}
      title={`阅读情况：${title}`}
      description={`已读 ${readCount} / ${recipientCount} 人`}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Readers id={id} />
    </Dialog>
  )
}
