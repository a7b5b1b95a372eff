/**
 * The name of a PostgreSQL setting. If its value is `off`, an update of modules, lessons and blocks does not run the
 * triggers that write `search_pending` and `storage_tallies`.
 */
export const searchTriggerSettingName = 'coursewright.search_triggers'
