-- Makes the calls of the file CALLS in random order. Prints the results as one line of JSON.
local calls = {}

function init()
  local file = dofile(os.getenv('CALLS'))
  for i, call in ipairs(file.calls) do
    local text = wrk.format(call[1], call[2], file.headers, call[3])
    calls[i] = { text = text, fresh = text:find('111111111', 1, true) ~= nil }
  end
  math.randomseed(os.time() + tonumber(tostring({}):match('0x(%x+)'), 16) % 1000000)
end

function request()
  local call = calls[math.random(#calls)]
  if not call.fresh then return call.text end
  return (call.text:gsub('111111111', math.random(200000000, 999999999)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\nRESULT {"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failures":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
