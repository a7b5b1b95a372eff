import { useEffect, useState } from 'react'
import { type ServiceState, useService } from '../data/service.ts'
import style from './Shell.module.css'

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

function useSeconds(service: ServiceState): number {
  const until = service.state === 'limited' ? service.until : 0
  const [seconds, setSeconds] = useState(() => secondsTo(until))
  useEffect(() => {
    if (!until) return
    setSeconds(secondsTo(until))
    const timer = setInterval(() => setSeconds(secondsTo(until)), 1000)
    return () => clearInterval(timer)
  }, [until])
  return seconds
}

function sentence(service: ServiceState, seconds: number): string {
  if (service.state === 'away')
    return 'The service cannot be reached. It is tried again by itself; what you typed is kept.'
  if (service.state === 'limited' && seconds > 0)
    return `The workspace has used up its requests for this minute. It goes on in ${seconds} s.`
  return ''
}

/** Says when the service is away or its limit is used up. */
export function ServiceBanner() {
  const service = useService()
  const text = sentence(service, useSeconds(service))
  return (
    <div role="status" className={text ? style.banner : undefined}>
      {text}
    </div>
  )
}
