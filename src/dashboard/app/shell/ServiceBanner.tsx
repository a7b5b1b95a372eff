import type { ServiceStatus } from '../service-status/service-status.ts'
import { useServiceStatus } from '../service-status/use-service-status.ts'
import { useCountdown } from '../ui/use-countdown.ts'
import style from './Shell.module.css'

function describeStatus(status: ServiceStatus, seconds: number): string {
  if (status.state === 'unreachable')
    return 'The service cannot be reached. The dashboard reconnects automatically. Your text is not lost.'
  if (status.state === 'rateLimited' && seconds > 0)
    return `The workspace has used all its requests for this minute. The next ones are possible in ${seconds} s.`
  return ''
}

/** Shows a message while the service is unreachable or the rate limit is exceeded. */
export function ServiceBanner() {
  const status = useServiceStatus()
  const text = describeStatus(status, useCountdown(status.state === 'rateLimited' ? status.until : 0))
  return (
    <div role="status" className={text ? style.banner : undefined}>
      {text}
    </div>
  )
}
