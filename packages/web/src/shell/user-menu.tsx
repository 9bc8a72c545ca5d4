import * as Menu from '@radix-ui/react-dropdown-menu'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { logout, sdk } from '../app/sdk.ts'
import { sessionQueries } from '../app/session-queries.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'

const item =
  'flex cursor-pointer select-none items-center gap-2.5 rounded px-2.5 py-1.5 text-s outline-none data-highlighted:bg-hover'

/** Covers the page while a file is fetched, and says so. */
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

function LogoutQuestion({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="提示"
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" onClick={() => void logout()}>
            确定
          </Button>
        </>
      }
    >
      确定注销并退出系统吗？
    </Dialog>
  )
}

/** The company's name, and behind it what concerns the user himself. */
export function UserMenu() {
  const { data } = useSuspenseQuery(sessionQueries.info)
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const asksNext = useRef(false)
  // The question opens when the menu has given the focus back, so that it can give it back as well.
  const askNext = () => {
    setAsking(asksNext.current)
    asksNext.current = false
  }
  const manual = useMutation({
    mutationFn: () => sdk.users.downloadManual(),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName ?? '用户手册.pdf'),
  })
  const name = data.user.companyName ?? data.user.username
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger className="flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1.5 text-s hover:bg-hover">
          <Icon name="user" size={18} className="text-ink-soft" />
          <span className="max-w-44 truncate max-sm:sr-only">{name}</span>
          <Icon name="chevronDown" size={14} className="text-ink-faint max-sm:hidden" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content
            align="end"
            sideOffset={6}
            onCloseAutoFocus={askNext}
            className="z-40 min-w-40 rounded-lg border border-line bg-surface p-1 text-ink shadow-float"
          >
            <Menu.Item className={item} onSelect={() => void navigate({ to: '/user/center' })}>
              <Icon name="user" />
              个人中心
            </Menu.Item>
            <Menu.Item className={item} onSelect={() => manual.mutate()}>
              <Icon name="book" />
              用户手册
            </Menu.Item>
            <Menu.Separator className="my-1 h-px bg-line" />
            <Menu.Item
              className={item}
              onSelect={() => {
                asksNext.current = true
              }}
            >
              <Icon name="exit" />
              退出登录
            </Menu.Item>
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      <LogoutQuestion open={isAsking} onClose={() => setAsking(false)} />
      {manual.isPending && <DownloadMask />}
    </>
  )
}
