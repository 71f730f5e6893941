"""Look once more at the file that is about to be submitted."""
import json

text = json.load(open("../inputs/query.json", encoding="utf-8"))["text"]
parts = json.load(open("factorization.json", encoding="utf-8"))
spans = [span for binding in parts["bindings"] for span in binding["spans"]]
spans += [span for item in parts["obligations"] for span in item["spans"]]
spans += [item["span"] for item in parts["ambiguities"]] + parts["context_spans"]
wrong = [span for span in spans if text[span["start"] : span["end"]] != span["text"]]
print(len(spans), "spans,", len(wrong), "wrong")
