from cthpoker import findCombo

print("Ah 5d 4c 3s 2h:", findCombo([143, 52, 41, 34, 23]))
print("Kh Kd 9c 5s 4h:", findCombo([133, 132, 91, 54, 43]), "(the greater list wins)")
