  exec(requests.get(url).text)
#      ^^^^^^^^^^^^ source.fetch
