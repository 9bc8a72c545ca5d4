import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { homeAmong, useGuide } from '../app/guide.ts'
import { leavesOf, menuTree } from '../app/menus.ts'
import { useSdk } from '../app/people-sdk.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { useOpenerFocus } from '../app/use-opener-focus.ts'
import { saveFile } from '../lib/save-file.ts'
import { Icon, type IconName } from '../ui/icons.tsx'

const LogoutQuestion = lazy(async () => ({ default: (await import('./logout-question.tsx')).LogoutQuestion }))
const UnsavedDialog = lazy(async () => ({ default: (await import('./unsaved-dialog.tsx')).UnsavedDialog }))

const item =
  'flex cursor-pointer select-none items-center gap-2.5 rounded px-2.5 py-1.5 text-s outline-none data-highlighted:bg-hover'

interface EntryProps {
  icon: IconName
  onSelect: () => void
  children: string
}

function Entry({ icon, onSelect, children }: EntryProps) {
  return (
    <Menu.Item className={item} onSelect={onSelect}>
      <Icon name={icon} />
      {children}
    </Menu.Item>
  )
}

/** Overlay while a file is downloaded. */
function DownloadMask() {
  return (
    <div role="status" className="fixed inset-0 z-50 grid place-content-center bg-overlay">
      <p className="flex items-center gap-3 rounded-lg bg-surface px-6 py-4 shadow-float">
        <span
          className="size-4 animate-spin rounded-full border-2 border-brand border-r-transparent"
          aria-hidden="true"
        />
        正在下载，请稍候
      </p>
    </div>
  )
}

/** Moves the focus to the first entry. Keys pressed before this chunk was loaded are lost. */
function useFirstEntryFocus(list: RefObject<HTMLDivElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    // The list itself renders slightly later.
    const frame = requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [list, isWanted])
}

type Question = 'log-out' | 'unsaved'

/** The dialog that an entry opens, after the menu has closed and the focus has returned to the opener. */
function useQuestion(opener: RefObject<HTMLButtonElement | null>) {
  const [asked, setAsked] = useState<Question>()
  const next = useRef<Question>(undefined)
  const { onCloseAutoFocus, ...focus } = useOpenerFocus(opener)
  return {
    asked,
    ask: (question: Question) => () => {
      next.current = question
    },
    stay: () => setAsked(undefined),
    focus: {
      ...focus,
      onCloseAutoFocus: (event: Event) => {
        onCloseAutoFocus(event)
        setAsked(next.current)
        next.current = undefined
      },
    },
  }
}

interface UserMenuListProps {
  id: string
  isOpen: boolean
  onClose: () => void
  /** Its anchor element. */
  opener: RefObject<HTMLButtonElement | null>
  /** Opened by keyboard, so the first entry gets the focus. */
  byKey: boolean
}

/** Account menu with the log-out. */
export function UserMenuList({ id, isOpen, onClose, opener, byKey }: UserMenuListProps) {
  const sdk = useSdk()
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useFirstEntryFocus(list, isOpen && byKey)
  const { asked, ask, stay, focus } = useQuestion(opener)
  const guide = useGuide()
  const { data: info } = useQuery(sessionQueries.info)
  const { data: routes = [] } = useQuery(sessionQueries.menus)
  const home = homeAmong(leavesOf(menuTree(routes)).map(({ path }) => path))
  const manual = useMutation({
    mutationFn: () => sdk.users.downloadManual(),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '用户手册.pdf'),
  })
  return (
    <>
      <Menu.Root modal={false} open={isOpen} onOpenChange={(opens) => opens || onClose()}>
        <Menu.Trigger asChild>
          <span className="pointer-events-none absolute inset-0" aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content
            ref={list}
            id={id}
            aria-labelledby={`${id}-opener`}
            align="end"
            sideOffset={6}
            {...focus}
            className="z-40 min-w-40 rounded-lg border border-line bg-surface p-1 text-ink shadow-float"
          >
            <Entry icon="user" onSelect={() => void navigate({ to: '/user/center' })}>
              个人中心
            </Entry>
            <Entry icon="edit" onSelect={ask('unsaved')}>
              未提交的填写
            </Entry>
            <Menu.Item asChild className={item}>
              <a
                href={`/docs/manual/at?kind=${info?.user.deptId ?? ''}&path=${location.pathname}`}
                target="_blank"
                rel="noopener"
              >
                <Icon name="book" />
                本页帮助
              </a>
            </Menu.Item>
            <Entry icon="download" onSelect={() => manual.mutate()}>
              用户手册
            </Entry>
            {home && (
              <Entry
                icon="check"
                onSelect={() => {
                  guide.show()
                  void navigate({ to: home })
                }}
              >
                使用指引
              </Entry>
            )}
            <Menu.Separator className="my-1 h-px bg-line" />
            <Entry icon="exit" onSelect={ask('log-out')}>
              退出登录
            </Entry>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {asked && (
        <Suspense fallback={null}>
          {asked === 'unsaved' ? <UnsavedDialog onClose={stay} /> : <LogoutQuestion onClose={stay} />}
        </Suspense>
      )}
      {manual.isPending && <DownloadMask />}
    </>
  )
}
