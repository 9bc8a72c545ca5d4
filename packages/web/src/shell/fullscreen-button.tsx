import { useSyncExternalStore } from 'react'
import { IconButton } from '../ui/button.tsx'
import { notify } from '../ui/notice.tsx'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

async function toggle(): Promise<void> {
  if (!document.fullscreenEnabled) return notify('当前浏览器不支持全屏')
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    notify('当前浏览器不支持全屏')
  }
}

export function FullscreenButton() {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  return (
    <IconButton
      icon={isFull ? 'shrink' : 'expand'}
      label={isFull ? '退出全屏' : '全屏'}
      onClick={() => void toggle()}
      className="max-md:hidden"
    />
  )
}
