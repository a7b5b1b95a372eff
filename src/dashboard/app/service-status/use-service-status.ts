import { useSyncExternalStore } from 'react'
import { getServiceStatus, subscribeToServiceStatus } from './service-status.ts'

export const useServiceStatus = () => useSyncExternalStore(subscribeToServiceStatus, getServiceStatus)
