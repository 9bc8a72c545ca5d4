/** Banner with the days until the password expires, within the warning period. */
export function PasswordBanner({ days }: { days: number }) {
  return (
    <p role="status" className="bg-warning-soft px-4 py-1.5 text-center text-s text-warning">
      密码将在 {days} 天后到期，到期后须先修改密码才能使用平台。
      <a href="/editpassword" className="underline">
        立即修改
      </a>
    </p>
  )
}
