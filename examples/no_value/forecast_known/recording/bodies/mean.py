import json
import sys
from decimal import Decimal

figures = [Decimal(text) for text in json.load(open(sys.argv[1])).values()]
print(sum(figures) / len(figures))
