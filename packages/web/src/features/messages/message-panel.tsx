import * as Dialog from '@radix-ui/react-dialog'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { GrantedLink } from '../../app/granted-link.tsx'
import { useOpenerFocus } from '../../app/use-opener-focus.ts'
import { pressShortcut } from '../../lib/shortcuts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { MessageItem } from './message-item.tsx'
import { type Message, messageMutations, messageQueries } from './queries.ts'

/** Messages shown in the panel. The message centre has all. */
const SHOWN = 20

const TABS = {
  unread: { title: '未读', query: { read: false, size: SHOWN }, empty: '没有未读消息' },
  tasks: { title: '待办', query: { done: false, size: SHOWN }, empty: '没有待办的消息' },
} as const

type Tab = keyof typeof TABS

interface MessageListProps {
  tab: Tab
  onLeave: (message: Message) => void
  onOpen: (message: Message) => void
}

function MessageList({ tab, onLeave, onOpen }: MessageListProps) {
  const { query, empty, title } = TABS[tab]
  const { data, error, refetch } = useQuery(messageQueries.list(query))
  if (error && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  if (data.content.length === 0) return <Empty>{empty}</Empty>
  return (
    <ul aria-label={title}>
      {data.content.map((message) => (
        <MessageItem
          key={message.id}
          message={message}
          onLeave={() => onLeave(message)}
          onOpen={() => onOpen(message)}
        />
      ))}
    </ul>
  )
}

interface TabsProps {
  tab: Tab
  counts: Readonly<Record<Tab, number | undefined>>
  onTab: (tab: Tab) => void
}

function Tabs({ tab, counts, onTab }: TabsProps) {
  return (
    <div className="flex gap-1.5">
      {(['unread', 'tasks'] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === tab}
          onClick={() => onTab(each)}
          className="h-6 rounded-full border border-line px-2.5 text-xs aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink"
        >
          {TABS[each].title} {counts[each]}
        </button>
      ))}
    </div>
  )
}

interface MessagePanelProps {
  isOpen: boolean
  onClose: () => void
  opener: RefObject<HTMLButtonElement | null>
  unread: number
}

const WIDTH = 338
const GAP = 8

/** Below the bell and within the window. */
function placeBelow(opener: HTMLElement | null) {
  const { bottom = 0, left = 0 } = opener?.getBoundingClientRect() ?? {}
  return {
    top: bottom + GAP,
    left: Math.max(GAP, Math.min(left - GAP, innerWidth - WIDTH - GAP)),
    width: WIDTH,
  }
}

/** The messages at the bell, next to the page, which stays usable. A full page on a phone. */
export function MessagePanel({ isOpen, onClose, opener, unread }: MessagePanelProps) {
  const [tab, setTab] = useState<Tab>('unread')
  const [opened, setOpened] = useState<Message>()
  const back = useOpenerFocus(opener)
  const tasks = useQuery({ ...messageQueries.list(TABS.tasks.query), enabled: isOpen })
  const { mutate } = useMutation(messageMutations.markRead)
  const readAll = useMutation(messageMutations.markAllRead)
  const read = (message: Message) => {
    if (message.read === false) mutate({ ids: [message.id] })
  }
  const open = (message: Message) => {
    read(message)
    onClose()
    setOpened(message)
  }
  const leave = (message: Message) => {
    read(message)
    onClose()
  }
  return (
    <>
      <Dialog.Root modal={false} open={isOpen} onOpenChange={(next) => next || onClose()}>
        <Dialog.Portal>
          <Dialog.Content
            {...back}
            aria-describedby={undefined}
            style={placeBelow(opener.current)}
            className="fixed z-40 flex max-h-[70vh] flex-col rounded-lg border border-line bg-surface shadow-float max-sm:inset-0! max-sm:max-h-none max-sm:w-full! max-sm:rounded-none"
          >
            <div className="flex items-center gap-2.5 border-line border-b py-2 pr-2 pl-4">
              <Dialog.Title className="font-medium text-body">消息</Dialog.Title>
              <Tabs tab={tab} counts={{ unread, tasks: tasks.data?.totalElements }} onTab={setTab} />
              <Button
                look="quiet"
                className="ml-auto px-2!"
                disabled={unread === 0}
                busy={readAll.isPending}
                onClick={() => readAll.mutate()}
              >
                全部已读
              </Button>
              <Dialog.Close asChild>
                <IconButton icon="close" label="关闭" className="sm:hidden" />
              </Dialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <MessageList tab={tab} onLeave={leave} onOpen={open} />
            </div>
            <p className="flex items-center gap-4 border-line border-t px-4 py-2 text-ink-faint text-xs">
              看过即已读，办完才算办结
              <button
                type="button"
                onClick={() => {
                  onClose()
                  pressShortcut('Alt+F8')
                }}
                className="ml-auto rounded-sm text-brand-ink text-s hover:underline"
              >
                最近的提示
              </button>
              <GrantedLink
                to="/user/messageinformation"
                onClick={onClose}
                className="rounded-sm text-brand-ink text-s hover:underline"
              >
                消息中心
              </GrantedLink>
            </p>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      {opened && <MessageDialog message={opened} isReceived onClose={() => setOpened(undefined)} />}
    </>
  )
}
