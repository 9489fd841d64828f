from thpoker.hardcore import hcombo

ann, bob = hcombo("Ah/5d/4c/3s/2h"), hcombo("Kh/Kd/9c/5s/4h")
print("Ann, Ah 5d 4c 3s 2h:", ann, "Bob, Kh Kd 9c 5s 4h:", bob)
print("Ann wins" if ann > bob else "Bob wins")
